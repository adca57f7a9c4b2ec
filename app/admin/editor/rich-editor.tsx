import { Image } from '@tiptap/extension-image'
import { TextAlign } from '@tiptap/extension-text-align'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ImagePlusIcon } from '#app/ui/file-picker.tsx'
import type { IconProps } from '#app/ui/icons.tsx'
import {
  AlignCenterIcon,
  AlignLeftIcon,
  AlignRightIcon,
  BoldIcon,
  BulletListIcon,
  HeadingIcon,
  ItalicIcon,
  LinkIcon,
  NumberedListIcon,
  SmallHeadingIcon,
  UnderlineIcon,
} from '#app/ui/office-icons.tsx'
import { arrowTarget } from '#app/ui/tabs.tsx'
import { TooltipButton } from '#app/ui/tooltip.tsx'
import { LinkPanel, PictureDialog } from './editor-dialogs.tsx'
import {
  FeesTableNode,
  fromEditor,
  KeptTableNode,
  LiveFactButtons,
  LiveFactNode,
  showLiveFacts,
} from './live-facts.tsx'

/** Pages of the shop have headings, live facts and tables; posts are written as ever. */
export type EditedKind = 'post' | 'page'

type RichEditorProps = {
  kind: EditedKind
  html: string
  /** False while another tab is open: then the text may change without us. */
  isShown: boolean
  isReadOnly: boolean
  labelledBy: string
  onChange: (html: string) => void
}

const postExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['mailto', 'tel'],
      HTMLAttributes: { rel: 'noopener', target: null },
    },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right'] }),
  Image,
]

const extensions = {
  post: postExtensions,
  page: [...postExtensions, LiveFactNode, FeesTableNode, KeptTableNode],
}

/** The visual side of the editor. It reports only changes by the user: opening a post leaves its text alone. */
export function RichEditor({ kind, html, isShown, isReadOnly, labelledBy, onChange }: RichEditorProps) {
  const [dialog, setDialog] = useState<'link' | 'picture' | null>(null)
  const openLink = useRef(() => setDialog('link')).current
  const latest = useRef({ html, onChange })
  latest.current.onChange = onChange
  const editor = useEditor({
    extensions: extensions[kind],
    content: harmlessHtml(html),
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        class: 'prose max-w-none',
      },
      handleKeyDown: (_view, event) => {
        const isLinkKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
        if (!isLinkKey) return false
        event.preventDefault()
        openLink()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      const written = changed.isEmpty ? '' : fromEditor(changed.getHTML())
      latest.current.html = written
      latest.current.onChange(written)
    },
  })
  useExternalHtml(editor, { html, isShown, isReadOnly, latest })

  return (
    <div className="rich-editor rounded-control border border-input bg-card focus-within:border-foreground">
      <EditorToolbar
        kind={kind}
        editor={editor}
        isDisabled={isReadOnly}
        onLink={openLink}
        onPicture={() => setDialog('picture')}
      />
      {kind === 'page' && <LiveFactButtons editor={editor} />}
      {dialog === 'link' && <LinkPanel editor={editor} onClose={() => setDialog(null)} />}
      <EditorContent editor={editor} className="max-h-125 min-h-75 overflow-y-auto p-4" />
      <PictureDialog
        open={dialog === 'picture'}
        onClose={() => setDialog(null)}
        onInsert={(picture) => {
          setDialog(null)
          editor.chain().focus().setImage(picture).run()
        }}
      />
    </div>
  )
}

type ExternalHtml = Pick<RichEditorProps, 'html' | 'isShown' | 'isReadOnly'> & {
  latest: { current: { html: string } }
}

/** Takes over what was written in the HTML tab, or restored. */
function useExternalHtml(editor: Editor, { html, isShown, isReadOnly, latest }: ExternalHtml): void {
  useEffect(() => {
    editor.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])
  useEffect(() => {
    if (!isShown || html === latest.current.html) return
    latest.current.html = html
    editor.commands.setContent(harmlessHtml(html), { emitUpdate: false })
  }, [editor, html, isShown, latest])
}

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
  alignTool('Align left', 'left', AlignLeftIcon),
  alignTool('Align center', 'center', AlignCenterIcon),
  alignTool('Align right', 'right', AlignRightIcon),
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

const headingTools: Tool[] = [
  headingTool('Heading', 2, HeadingIcon),
  headingTool('Smaller heading', 3, SmallHeadingIcon),
]

function headingTool(label: string, level: 2 | 3, icon: Tool['icon']): Tool {
  return {
    label,
    icon,
    isOn: (editor) => editor.isActive('heading', { level }),
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  }
}

function alignTool(label: string, place: 'left' | 'center' | 'right', icon: Tool['icon']): Tool {
  return {
    label,
    icon,
    isOn: (editor) => editor.isActive({ textAlign: place }),
    run: (editor) => editor.chain().focus().setTextAlign(place).run(),
  }
}

type EditorToolbarProps = {
  kind: EditedKind
  editor: Editor
  isDisabled: boolean
  onLink: () => void
  onPicture: () => void
}

/** One stop for the Tab key; the arrows walk inside. */
function EditorToolbar({ kind, editor, isDisabled, onLink, onPicture }: EditorToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const shown = kind === 'page' ? [...headingTools, ...tools] : tools
  const all: Tool[] = [
    ...shown,
    { label: 'Link (Ctrl+K)', icon: LinkIcon, isOn: ({ isActive }) => isActive('link'), run: onLink },
    { label: 'Image', icon: ImagePlusIcon, run: onPicture },
  ]
  const on = useEditorState({
    editor,
    selector: () => [...shown.map(({ isOn }) => isOn?.(editor) ?? false), editor.isActive('link')],
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
        <TooltipButton
          key={label}
          label={label}
          aria-pressed={isOn ? (on[place] ?? false) : undefined}
          disabled={isDisabled}
          tabIndex={place === current ? 0 : -1}
          className="aria-pressed:bg-accent aria-pressed:text-link"
          onFocus={() => setCurrent(place)}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          <Icon size={20} />
        </TooltipButton>
      ))}
    </div>
  )
}

/** What could act merely by being parsed. The server removes it as well, when the post is saved. */
const unwanted =
  'base,embed,form,frame,iframe,link,math,meta,noscript,object,script,style,svg,template,textarea,title'

/** The editor parses HTML in a document of its own, where the browser already complains about such parts. A template is inert. */
function harmlessHtml(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  for (const part of template.content.querySelectorAll(unwanted)) part.remove()
  showLiveFacts(template.content)
  return template.innerHTML
}
