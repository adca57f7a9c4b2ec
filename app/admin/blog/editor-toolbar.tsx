import { type Editor, useEditorState } from '@tiptap/react'
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import type { IconProps } from '#app/ui/create-icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ImagePlusIcon } from '#app/ui/icons.tsx'
import {
  AlignCenterIcon,
  AlignLeftIcon,
  AlignRightIcon,
  BoldIcon,
  BulletListIcon,
  ItalicIcon,
  LinkIcon,
  NumberedListIcon,
  UnderlineIcon,
} from '#app/ui/signed-in-icons.tsx'
import { arrowTarget } from '#app/ui/tabs.tsx'

type Tool = {
  label: string
  icon: ComponentType<IconProps>
  isOn?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const tools: Tool[] = [
  {
    label: 'Bold (Ctrl+B)',
    icon: BoldIcon,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic (Ctrl+I)',
    icon: ItalicIcon,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Underline (Ctrl+U)',
    icon: UnderlineIcon,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  aligned('Align left', 'left', AlignLeftIcon),
  aligned('Align center', 'center', AlignCenterIcon),
  aligned('Align right', 'right', AlignRightIcon),
  {
    label: 'Bulleted list',
    icon: BulletListIcon,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: NumberedListIcon,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
]

function aligned(label: string, place: 'left' | 'center' | 'right', icon: Tool['icon']): Tool {
  return {
    label,
    icon,
    isOn: (editor) => editor.isActive({ textAlign: place }),
    run: (editor) => editor.chain().focus().setTextAlign(place).run(),
  }
}

type EditorToolbarProps = {
  editor: Editor
  isDisabled: boolean
  onLink: () => void
  onPicture: () => void
}

/** One stop for the Tab key; the arrows walk inside. */
export function EditorToolbar({ editor, isDisabled, onLink, onPicture }: EditorToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const all: Tool[] = [
    ...tools,
    { label: 'Link (Ctrl+K)', icon: LinkIcon, isOn: ({ isActive }) => isActive('link'), run: onLink },
    { label: 'Image', icon: ImagePlusIcon, run: onPicture },
  ]
  const on = useEditorState({
    editor,
    selector: () => [...tools.map(({ isOn }) => isOn?.(editor) ?? false), editor.isActive('link')],
  })
  const walk = (event: KeyboardEvent) => {
    const next = arrowTarget(event.key, current, all.length)
    if (next === null) return
    event.preventDefault()
    setCurrent(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={walk}
      className="flex flex-wrap gap-0.5 border-b border-border p-1"
    >
      {all.map(({ label, icon: Icon, isOn, run }, place) => (
        <IconButton
          key={label}
          label={label}
          tooltip
          pressed={isOn ? (on[place] ?? false) : undefined}
          disabled={isDisabled}
          tabIndex={place === current ? 0 : -1}
          className="aria-pressed:bg-accent aria-pressed:text-link"
          onFocus={() => setCurrent(place)}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          <Icon size={20} />
        </IconButton>
      ))}
    </div>
  )
}
