import { useState } from 'react'
import { upload } from '#app/data/upload.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { UploadResponse } from '#contract/blog.ts'
import type { FormPicture } from '../pictures/picked-pictures.ts'
import { isHeic, pictureMistake } from '../pictures/picture-mistake.ts'
import { shrinkPicture } from '../pictures/shrink-picture.ts'

const usualAlt = 'Blog image'

type PictureDialogProps = {
  open: boolean
  onClose: () => void
  onInsert: (picture: { src: string; alt: string }) => void
}

/** A picture for the text: it is sent at once, and the address that comes back goes into the text. */
export function PictureDialog({ open, onClose, onInsert }: PictureDialogProps) {
  const [picture, setPicture] = useState<FormPicture | null>(null)
  const [alt, setAlt] = useState(usualAlt)
  const [sent, setSent] = useState<number | null>(null)
  const [error, setError] = useState<string>()

  const choose = async (picked: File | undefined) => {
    if (!picked) return
    const file = await shrinkPicture(picked)
    const mistake = pictureMistake(file)
    setError(mistake)
    setPicture(
      mistake
        ? null
        : { id: 'new', name: picked.name, preview: isHeic(file) ? null : URL.createObjectURL(file), file },
    )
  }
  const forget = () => {
    if (picture?.preview) URL.revokeObjectURL(picture.preview)
    setPicture(null)
    setAlt(usualAlt)
    setError(undefined)
  }
  const close = () => {
    forget()
    onClose()
  }
  const insert = async () => {
    if (!picture?.file) return setError('Please choose an image')
    const form = new FormData()
    form.append('image', picture.file, picture.name)
    setSent(0)
    setError(undefined)
    try {
      const onProgress = (share: number) => setSent(Math.round(100 * share))
      const { url } = await upload<UploadResponse>('POST', '/api/uploads', form, { onProgress })
      onInsert({ src: url, alt: alt.trim() || usualAlt })
      forget()
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : 'The image could not be sent')
    } finally {
      setSent(null)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      mayClose={() => sent === null}
      title="Insert an image"
      actions={
        <>
          <Button variant="secondary" disabled={sent !== null} onClick={close}>
            Cancel
          </Button>
          <Button busy={sent !== null} busyLabel="Uploading..." onClick={() => void insert()}>
            Insert
          </Button>
        </>
      }
    >
      <FilePicker
        label="Image"
        accept="image/*"
        help="Up to 15 MB"
        error={error}
        files={
          picture
            ? [
                {
                  ...{
                    id: picture.id,
                    name: picture.name,
                    preview: picture.preview ?? undefined,
                    size: picture.file?.size,
                  },
                  progress: sent ?? undefined,
                },
              ]
            : []
        }
        onAdd={([file]) => void choose(file)}
        onRemove={() => setPicture(null)}
      />
      <TextField
        label="What the image shows"
        help="Read aloud to people who cannot see it"
        value={alt}
        maxLength={200}
        onChange={({ target }) => setAlt(target.value)}
      />
    </Dialog>
  )
}
