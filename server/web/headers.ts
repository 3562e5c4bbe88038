// The security headers of every page.
import { createHash } from 'node:crypto'

export interface PolicyParts {
  siteUrl: string
  /** The URL of the backend, if it has another origin than the site. */
  backendUrl: string
  /** Origins that may be framed, such as a video provider. */
  frames: string[]
}

export function securityHeaders({ siteUrl, backendUrl, frames }: PolicyParts, inlineScripts: string[]) {
  const isSecure = siteUrl.startsWith('https:')
  const backend = new URL(backendUrl).origin
  const ownOrigins = ["'self'", ...(backend === siteUrl ? [] : [backend])]
  const connect = [...ownOrigins, backend.replace(/^http/, 'ws')]
  const frame = ["'self'", ...frames].join(' ')
  const device = `(self${frames.map((origin) => ` "${origin}"`).join('')})`
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...inlineScripts.map(hashOf)].join(' ')}`,
    // Component libraries set style attributes.
    "style-src 'self' 'unsafe-inline'",
    // Public objects of the storage service.
    `img-src ${ownOrigins.join(' ')} data: blob:`,
    "font-src 'self' data:",
    "media-src 'self' blob:",
    `connect-src ${connect.join(' ')}`,
    // The browser's viewer shows PDFs from blob URLs, which only scripts of the site can create.
    `frame-src ${frame} blob:`,
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': `camera=${device}, microphone=${device}, display-capture=${device}, fullscreen=${device}, geolocation=(), payment=()`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

// Inline scripts are known at build time, and only these run.
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
