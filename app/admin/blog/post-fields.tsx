import { useState } from 'react'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { pictureMistake, shrinkPicture, useFilePreview } from '../pictures.ts'

type FeaturedImageProps = {
  id: string
  name: string
  error: string | undefined
  /** The picture that the shop has. */
  address: string | null
  file: File | null
  onPick: (file: File) => void
}

export function FeaturedImage({ id, name, error, address, file, onPick }: FeaturedImageProps) {
  const picked = useFilePreview(file)
  const preview = file ? picked : address
  const [mistake, setMistake] = useState<string>()
  const pick = async (picked: File | undefined) => {
    if (!picked) return
    const small = await shrinkPicture(picked)
    const wrong = pictureMistake(small)
    setMistake(wrong)
    if (!wrong) onPick(small)
  }
  return (
    <div className="grid gap-3">
      <FilePicker
        id={id}
        name={name}
        label="Featured Image"
        accept="image/*"
        buttonLabel={preview || file ? 'Change Image' : 'Choose image'}
        help="JPEG, PNG, WebP, AVIF or HEIC, up to 15 MB. Shown 16 by 9."
        error={mistake ?? error}
        files={[]}
        onAdd={([picked]) => void pick(picked)}
        onRemove={() => undefined}
      />
      {file && !preview && <p className="text-muted-foreground">{file.name} is chosen.</p>}
      {preview && (
        <img
          src={preview}
          alt="What readers see above the post"
          className="aspect-video w-full max-w-form rounded-card bg-muted object-cover"
        />
      )}
    </div>
  )
}
