import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const backend = process.env['BACKEND_URL']
const BACKEND_PATHS = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1', '/config.json', '/healthz', '/dev']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), fillConfig()],
  build: { outDir: 'dist/client', emptyOutDir: true, target: 'baseline-widely-available' },
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
