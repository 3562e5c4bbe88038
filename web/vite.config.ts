import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressAll } from './compress.ts'
import { prerenderAll } from './prerender.ts'

const root = import.meta.dirname
const backend = process.env['BACKEND_URL']
const BACKEND_PATHS = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1', '/config.json', '/healthz', '/dev/mail']

// Few files on the first page: what every page needs comes in one.
const SITE_CHUNK = {
  name: 'site',
  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es)[\\/]|src[\\/](?:entry-client|app|routes)\.tsx|src[\\/]components[\\/](?:shell|picture|hero|icon-card|section-heading|contact-link|ui[\\/](?:button|menu|banner|field))|src[\\/]lib[\\/](?:i18n|languages|theme|session|paths|classes|form|arrival|early)\.|_shared[\\/]company/,
}

// Forms and what checks them: the landing page has one, so it comes in one file too.
const FORM_CHUNK = {
  name: 'form',
  test: /node_modules[\\/](?:zod|react-hook-form)[\\/]|src[\\/](?:features[\\/]contact[\\/]|lib[\\/]email\.)/,
}

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), fillConfig()],
  // Every browser of that age preloads modules by itself.
  build: { target: 'baseline-widely-available', modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: { preserveEntrySignatures: false, output: { codeSplitting: { groups: [SITE_CHUNK, FORM_CHUNK] } } },
      },
    },
    ssr: { build: { outDir: 'dist/server', emptyOutDir: true, rollupOptions: { input: 'src/entry-server.tsx' } } },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      if (!client || !ssr) throw new Error('The build has lost one of its two halves.')
      await builder.build(client)
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

// In development the page gets from the running backend what the server fills in elsewhere.
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
