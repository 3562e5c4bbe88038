import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressAll } from './compress.ts'
import { prerenderAll } from './prerender.ts'

const root = import.meta.dirname
const backend = process.env['BACKEND_URL']
const BACKEND_PATHS = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1', '/config.json', '/healthz', '/dev/mail']

// What every page needs comes in one file, so that the first page takes few requests.
const SITE_CHUNK = {
  name: 'site',
  test: isAnyOf([
    'node_modules/react/',
    'node_modules/react-dom/',
    'node_modules/react-router/',
    'node_modules/scheduler/',
    'node_modules/cookie-es/',
    'src/entry-client.tsx',
    'src/app.tsx',
    'src/routes.tsx',
    'src/components/shell/',
    'src/components/contact-link.tsx',
    'src/components/hero.tsx',
    'src/components/icon-card.tsx',
    'src/components/picture.tsx',
    'src/components/section-heading.tsx',
    'src/components/ui/banner.tsx',
    'src/components/ui/button.tsx',
    'src/components/ui/field.tsx',
    'src/components/ui/menu.tsx',
    'src/lib/arrival.ts',
    'src/lib/classes.ts',
    'src/lib/early.ts',
    'src/lib/form.ts',
    'src/lib/i18n.tsx',
    'src/lib/languages.ts',
    'src/lib/paths.ts',
    'src/lib/patterns.ts',
    'src/lib/session.ts',
    'src/lib/theme.ts',
    'supabase/functions/_shared/company.ts',
  ]),
}

// Forms and their validation: the landing page has a form, so they come in one file too.
const FORM_CHUNK = {
  name: 'form',
  test: isAnyOf(['node_modules/zod/', 'node_modules/react-hook-form/', 'src/features/contact/', 'src/lib/email.ts']),
}

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), fillConfig()],
  // All browsers of this target support module preloading.
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
      if (!client || !ssr) throw new Error('The build needs a client and an ssr environment.')
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

// In production the server puts its public configuration into the page; in development this asks the running backend for it.
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

/** Whether a module is one of these files, or in one of these folders. */
function isAnyOf(paths: string[]) {
  return (id: string) => paths.some((path) => id.includes(`/${path}`))
}
