import {
  dynamicImporters,
  exceptions,
  type Folder,
  folderOf,
  foldersWithTestPackages,
  isIn,
  isTest,
  packagesOf,
  testPackages,
  testsWithAnyPackage,
  testsWithShop,
  visible,
} from './layers.ts'
import type { Import, SourceFile } from './source-file.ts'

/** What is wrong with a file's place and its imports, each as a sentence that says what to do. */
export function checkLayers({ path, imports }: SourceFile): string[] {
  const folder = folderOf(path)
  if (!folder)
    return [`${path} belongs to no layer. Move it into one, or list it in tests/architecture/layers.ts.`]
  return imports.flatMap((one) => {
    const complaint = problemWith(path, folder, one)
    return complaint ? [`${path}:${one.line} ${complaint}`] : []
  })
}

function problemWith(path: string, folder: Folder, one: Import): string | undefined {
  if (one.isDynamic && !dynamicImporters.some((place) => isIn(place, path)))
    return 'imports dynamically. Write a plain import at the top: only server/http/pages.ts and pieces that a browser loads when needed wait.'
  if (!one.target)
    return isIn('server/http/pages.ts', path)
      ? undefined
      : 'imports an address that is only known when it runs. Write the address as plain text, one import for each file.'
  if ('package' in one.target) return problemWithPackage(path, folder, one.target.package)
  return problemWithFile(path, folder, one, one.target.file)
}

function problemWithPackage(path: string, folder: Folder, address: string): string | undefined {
  const name = address.startsWith('@') ? address.split('/', 2).join('/') : (address.split('/')[0] ?? address)
  if (testPackages.includes(name))
    return isTest(path) || foldersWithTestPackages.includes(folder.at)
      ? undefined
      : `imports ${name}, which is for tests. Move the line into a test or into server/testing.`
  const allowed = packagesOf[folder.at]
  if (!allowed || allowed.includes(name)) return undefined
  if (isTest(path) && testsWithAnyPackage.includes(folder.at)) return undefined
  return `imports the package ${name}. ${folder.at} stays pure (${allowed.join(', ') || 'no packages'}): do this in a layer above and pass the result in.`
}

function problemWithFile(path: string, folder: Folder, one: Import, target: string): string | undefined {
  // React Router writes these types beside each page; they hold only what the page itself says.
  if (isIn('app', path) && target.includes('/+types/')) return undefined
  if (isTest(target)) return `imports the test ${target}. Move what both need into a file of its own.`

  const exception = exceptions.find(({ from, to }) => isIn(from, path) && isIn(to, target))
  if (exception?.onlyType && !(one.onlyTypes && one.names.join() === exception.onlyType))
    return `takes more from ${target} than the type. Write "import type { ${exception.onlyType} }" and ask the shop through the context.`
  if (exception) return undefined
  if (isTest(path) && isIn('server/testing', target) && testsWithShop.some((part) => isIn(part, path)))
    return undefined
  if (isIn('server', path) && target.endsWith('.tsx'))
    return `imports the component ${target}. The server cannot run components: let app/ssr.ts render it.`

  const targetFolder = folderOf(target)
  if (!targetFolder)
    return `imports ${target}, which belongs to no layer. Move that file into one, or list it in tests/architecture/layers.ts.`
  if (targetFolder === folder) return undefined
  const seen = Object.entries(visible).find(([part]) => part === folder.at || isIn(part, path))?.[1] ?? []
  if (!seen.some((part) => isIn(part, target)))
    return `may not import ${target}. From here only ${seen.join(', ')} may be imported: take the code from there, or have it passed in.`
  if (targetFolder.layer < folder.layer)
    return `imports upwards: ${target}. ${targetFolder.at} is a layer above ${folder.at}: move the shared code down, or have it passed in.`
  if (targetFolder.layer === folder.layer)
    return `imports sideways: ${target}. ${folder.at} and ${targetFolder.at} are on the same layer: move the shared code down.`
  return undefined
}
