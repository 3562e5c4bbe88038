import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { CHUNK_GROUPS } from './build/chunk-groups.ts'
import { companyTexts } from './build/company-texts.ts'
import { addCompileHints } from './build/compile-hints.ts'
import { compressAll } from './build/compress.ts'
import { prerenderAll } from './build/prerender.ts'

const root = import.meta.dirname
const backend = process.env['BACKEND_URL']
const BACKEND_PATHS = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1', '/config.json', '/healthz', '/dev/mail']

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), companyTexts(), fillConfig()],
  // All browsers of this target support module preloading.
  // Every page contains all styles. With CSS code splitting, modules that are imported later would load theirs again.
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    // prerender.ts inlines the small fonts.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: { preserveEntrySignatures: false, output: { codeSplitting: { groups: CHUNK_GROUPS } } },
      },
    },
    // Bundles all packages, because a release does not contain those of the browser.
    ssr: {
      resolve: { noExternal: true },
      // Otherwise React reads this variable at run time, and runs half as fast where it is not set.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { outDir: 'dist/server', emptyOutDir: true, copyPublicDir: false, rollupOptions: { input: 'src/entry-server.tsx' } },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      if (!client || !ssr) throw new Error('The build needs a client and an ssr environment.')
      await builder.build(client)
      await addCompileHints(join(root, 'dist/client'))
      await builder.build(ssr)
      await prerenderAll(root)
      await compressAll(join(root, 'dist/client'))
    },
  },
  server: {
    strictPort: true,
    proxy: backend ? Object.fromEntries(BACKEND_PATHS.map((path) => [path, { target: backend, ws: true }])) : {},
  },
})

// In production the server puts its public configuration into the page; in development this plugin fetches it from the running backend.
function fillConfig(): Plugin {
  return {
    name: 'fill-config',
    apply: 'serve',
    async transformIndexHtml(html) {
      const config = backend ? await fetch(`${backend}/config.json`).then((response) => response.text()) : '{}'
      return html.replace('"__CONFIG__"', () => config)
    },
  }
}
