import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { leaveOut } from './scripts/leave-out.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), leaveOut()],
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
            // A few larger files compress better than many small ones, and cost fewer requests.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
                {
                  name: 'shell',
                  test: /\/app\/(?:root\.tsx|ui\/(?:breadcrumbs|show-focused)|components\/breadcrumb-list)/,
                },
                {
                  name: 'pieces',
                  test: /preload-helper|\/app\/(?:ui\/(?:picture|badge|error-panel|empty-state|skeleton|sticky-bar|use-lazy-component)|components\/shop-picture)/,
                },
                {
                  name: 'times',
                  test: /\/rules\/(?:dates|relative-time)|\/app\/(?:components\/relative-time|storefront\/blog\/(?:blog-addresses|post-card))/,
                },
                {
                  name: 'shelf',
                  test: /\/app\/(?:components\/(?:product|quick|price|save|stock|use-add|room|shown)|ui\/quantity)/,
                },
                {
                  name: 'on-this-phone',
                  test: /\/rules\/tracking-code|\/app\/(?:data\/browser-storage|components\/tracking-path|storefront\/(?:checkout\/(?:use-)?placed|pay\/(?:kept|use-kept|unpaid|use-unpaid)))/,
                },
                {
                  name: 'forms',
                  test: /\/app\/ui\/(?:(?:text-|select-)?field|text-area|error-summary|form-errors|use-form-errors)|\/rules\/(?:account-fields|form-mistakes|email-address)/,
                },
                {
                  name: 'sign-in',
                  test: /\/app\/(?:ui\/password-field|account\/(?:account-card|new-password-fields|use-account-form))/,
                },
                { name: 'order-parts', test: /\/(?:amounts|order-lines|stamp|empty-cart)\.tsx/ },
                // The policies speak of delivery too, and need nothing else of the order form.
                { name: 'delivery-options', test: /\/rules\/delivery-options/ },
                {
                  name: 'order-form',
                  test: /\/app\/ui\/(?:combobox|suggestions|use-suggestion|checkbox|make-room)|\/rules\/(?:towns|checkout-fields|payment-methods)/,
                },
                // What the back office uses too would otherwise become a file of its own for every visitor.
                { name: 'desk', test: /\/app\/(?:layout\/theme-switch|ui\/(?:table|switch|confirm-dialog))/ },
                { name: 'stars', test: /\/app\/ui\/stars|\/rules\/countdown/ },
                { name: 'linked-text', test: /\/app\/storefront\/content\/(?:linked-text|shop-words)/ },
                { name: 'pagination', test: /\/app\/ui\/(?:pagination|page-range)/ },
                { name: 'sheet', test: /\/app\/ui\/(?:sheet|chip)/ },
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
      build: { rollupOptions: { input: './app/ssr.ts' } },
      resolve: command === 'build' ? { noExternal: true } : {},
    },
  },
}))
