import {
  isIn,
  isTest,
  lateImporters,
  openings,
  packagesOf,
  type Room,
  roomOf,
  roomsWithTestPackages,
  sight,
  testPackages,
  testsWithAnyPackage,
  testsWithAShop,
} from './floors.ts'
import type { Import, SourceFile } from './source-file.ts'

/** What is wrong with a file's place and its imports, each as a sentence that says what to do. */
export function checkFloors({ path, imports }: SourceFile): string[] {
  const room = roomOf(path)
  if (!room)
    return [
      `${path} stands in no room. Move it into one, or give it a place in tests/architecture/floors.ts.`,
    ]
  return imports.flatMap((one) => {
    const complaint = complaintAbout(path, room, one)
    return complaint ? [`${path}:${one.line} ${complaint}`] : []
  })
}

function complaintAbout(path: string, room: Room, one: Import): string | undefined {
  if (one.isLate && !lateImporters.some((place) => isIn(place, path)))
    return 'imports late. Write a plain import at the top: only server/http/pages.ts and pieces that a browser loads when needed wait.'
  if (!one.target)
    return isIn('server/http/pages.ts', path)
      ? undefined
      : 'imports an address that is only known when it runs. Write the address as plain text, one import for each file.'
  if ('package' in one.target) return complaintAboutPackage(path, room, one.target.package)
  return complaintAboutFile(path, room, one, one.target.file)
}

function complaintAboutPackage(path: string, room: Room, address: string): string | undefined {
  const name = address.startsWith('@') ? address.split('/', 2).join('/') : (address.split('/')[0] ?? address)
  if (testPackages.includes(name))
    return isTest(path) || roomsWithTestPackages.includes(room.at)
      ? undefined
      : `imports ${name}, which is for tests. Move the line into a test or into server/testing.`
  const allowed = packagesOf[room.at]
  if (!allowed || allowed.includes(name)) return undefined
  if (isTest(path) && testsWithAnyPackage.includes(room.at)) return undefined
  return `imports the package ${name}. ${room.at} stays pure (${allowed.join(', ') || 'no packages'}): do this in a room above and hand the result in.`
}

function complaintAboutFile(path: string, room: Room, one: Import, target: string): string | undefined {
  // React Router writes these types beside each page; they hold only what the page itself says.
  if (isIn('app', path) && target.includes('/+types/')) return undefined
  if (isTest(target)) return `imports the test ${target}. Move what both need into a file of its own.`

  const opening = openings.find(({ from, to }) => isIn(from, path) && isIn(to, target))
  if (opening?.onlyType && !(one.onlyTypes && one.names.join() === opening.onlyType))
    return `takes more from ${target} than the type. Write "import type { ${opening.onlyType} }" and ask the shop through the context.`
  if (opening) return undefined
  if (isTest(path) && isIn('server/testing', target) && testsWithAShop.some((part) => isIn(part, path)))
    return undefined
  if (isIn('server', path) && target.endsWith('.tsx'))
    return `imports the component ${target}. The server cannot run components: let app/ssr.ts render it.`

  const targetRoom = roomOf(target)
  if (!targetRoom)
    return `imports ${target}, which stands in no room. Move that file into one, or give it a place in tests/architecture/floors.ts.`
  if (targetRoom === room) return undefined
  const seen = Object.entries(sight).find(([part]) => part === room.at || isIn(part, path))?.[1] ?? []
  if (!seen.some((part) => isIn(part, target)))
    return `reaches through a wall to ${target}. From here only ${seen.join(', ')} can be seen: take the piece from there, or have it handed in.`
  if (targetRoom.floor < room.floor)
    return `looks up at ${target}. ${targetRoom.at} lies above ${room.at}: move the shared piece down a floor, or have it handed in.`
  if (targetRoom.floor === room.floor)
    return `looks sideways at ${target}. ${room.at} and ${targetRoom.at} are neighbours and never meet: move the shared piece down a floor.`
  return undefined
}
