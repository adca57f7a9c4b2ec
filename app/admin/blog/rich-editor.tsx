import { Image } from '@tiptap/extension-image'
import { TextAlign } from '@tiptap/extension-text-align'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { EditorToolbar } from './editor-toolbar.tsx'
import { harmlessHtml } from './harmless-html.ts'
import { LinkPanel } from './link-panel.tsx'
import { PictureDialog } from './picture-dialog.tsx'

export type RichEditorProps = {
  html: string
  /** False while another tab is open: then the text may change without us. */
  isShown: boolean
  isReadOnly: boolean
  labelledBy: string
  onChange: (html: string) => void
}

const extensions = [
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

/** The visual side of the editor. It only speaks up when somebody changed something: opening a post leaves its text alone. */
export function RichEditor({ html, isShown, isReadOnly, labelledBy, onChange }: RichEditorProps) {
  const [asking, setAsking] = useState<'link' | 'picture' | null>(null)
  const openLink = useRef(() => setAsking('link')).current
  const latest = useRef({ html, onChange })
  latest.current.onChange = onChange
  const editor = useEditor({
    extensions,
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
      const written = changed.isEmpty ? '' : changed.getHTML()
      latest.current.html = written
      latest.current.onChange(written)
    },
  })
  useFollow(editor, { html, isShown, isReadOnly, latest })

  return (
    <div className="rich-editor rounded-control border border-input bg-card focus-within:border-foreground">
      <EditorToolbar
        editor={editor}
        isDisabled={isReadOnly}
        onLink={openLink}
        onPicture={() => setAsking('picture')}
      />
      {asking === 'link' && <LinkPanel editor={editor} onClose={() => setAsking(null)} />}
      <EditorContent editor={editor} className="max-h-125 min-h-75 overflow-y-auto p-4" />
      <PictureDialog
        open={asking === 'picture'}
        onClose={() => setAsking(null)}
        onInsert={(picture) => {
          setAsking(null)
          editor.chain().focus().setImage(picture).run()
        }}
      />
    </div>
  )
}

type Followed = Pick<RichEditorProps, 'html' | 'isShown' | 'isReadOnly'> & {
  latest: { current: { html: string } }
}

/** Takes over what was written in the other tab, or restored. */
function useFollow(editor: Editor, { html, isShown, isReadOnly, latest }: Followed): void {
  useEffect(() => {
    editor.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])
  useEffect(() => {
    if (!isShown || html === latest.current.html) return
    latest.current.html = html
    editor.commands.setContent(harmlessHtml(html), { emitUpdate: false })
  }, [editor, html, isShown, latest])
}
