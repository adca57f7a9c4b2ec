/** Slower than its text is long, or too long to decide; each with the reason why nobody can make it slow. */
export const knownPatterns: Record<string, string> = {
  '(\\[[^\\]]+\\]\\(\\/[^)]*\\))': 'reads the texts of our own pages',
  '<x[^>]*>([^]*?)</x>': 'reads our own pages, in which < of a visitor is always &lt;',
  '^.*<(.*)>$': "reads the owner's settings",
  '[^\\s"\'\\\\<>()[\\]{},;:=@/]{1,64}@[^\\s"\'\\\\<>()[\\]{},;:=@/]{1,255}':
    'looks back 64 letters at most, and a text in the log is cut before',
  '\\bVersion\\/.*\\bSafari\\/': "reads a browser's name, of which 300 letters are kept",
  '<img [^<>]*?src="([^"<>]+)"': 'stops at the next <, so each letter is read twice at most',
  '<Code>([A-Za-z]{1,60})<\\/Code>': "reads the answers of the owner's own file store",
  '<Contents>([\\s\\S]*?)<\\/Contents>': "reads the answers of the owner's own file store",
  '^[^\\s@,;:<>()[\\]\\\\"\\p{C}]{1,64}@(?:[^\\s@,;:<>()[\\]\\\\"\\p{C}.]{1,63}\\.)+[^\\s@,;:<>()[\\]\\\\"\\p{C}.]{2,63}$':
    'an e-mail address of 254 letters at most; each part between two dots is read once',
  '\\bdrop\\s+(table|column|type|view|default)\\b|\\brename\\b|\\bset\\s+data\\s+type\\b|\\bset\\s+not\\s+null\\b|\\badd\\s+column\\b(?![^;]*\\b(?:default|generated)\\b)[^;]*\\bnot\\s+null\\b|\\btruncate\\b|\\bdelete\\s+from\\b':
    'reads the changes of the database that come with the shop',
}
