// Prepares all that a machine needs on which the shop runs as a service.
import { rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt, ensureInstalledToRun, root, shopNode } from './prepare.mjs'

ensureInstalledToRun()
ensureBuilt()
// A service names its program by a path: this one always leads to a Node that the shop can run on.
const link = join(root, 'build/node')
const node = shopNode()
rmSync(link, { force: true })
// The checkout may be moved with the Node in it.
symlinkSync(node.startsWith(root) ? relative(join(root, 'build'), node) : node, link)
