/** What could act by being read at all. The shop throws it away as well, when the post is saved. */
const unwanted =
  'base,embed,form,frame,iframe,link,math,meta,noscript,object,script,style,svg,template,textarea,title'

/** The editor reads HTML in a document of its own, where the browser already complains about such parts. Nothing happens in a template. */
export function harmlessHtml(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  for (const part of template.content.querySelectorAll(unwanted)) part.remove()
  return template.innerHTML
}
