import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'es2022',
    // Without these names the style sheet is written out for browsers that nobody in the shop uses any more.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page carries the list of all files, so their names are short.
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames: 'assets/[hash:7].js',
            // What every page needs, in two files: the framework, which changes seldom, and the shop's own layout with all that
            // it imports and the small things that most pages share; and what every form needs, in one. The rest is split by the
            // bundler's own rule.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 2,
                },
                {
                  name: 'layout',
                  test: /[\\/](?:rules[\\/]money|app[\\/](?:root|ui[\\/](?:badge|error-panel|picture)|components[\\/](?:page-addresses|shown-product)))\.tsx?$/,
                  priority: 1,
                },
                {
                  name: 'forms',
                  test: /[\\/](?:rules[\\/](?:account-fields|form-mistakes)|app[\\/](?:components[\\/]use-submit|ui[\\/](?:field|form-errors)))\.tsx?$/,
                },
              ],
            },
          },
        },
      },
    },
    // One seam between the server and the pages: app/ssr.ts and nothing else.
    // Its packages are built in, and React in its fast form whatever NODE_ENV says when the shop starts.
    ssr: {
      ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
      // As for the server: with a letter beyond ASCII, Node keeps the whole text in memory twice as large.
      build: { rolldownOptions: { input: './app/ssr.ts', output: { charset: 'ascii', comments: false } } },
      resolve: command === 'build' ? { noExternal: true } : {},
    },
  },
}))
