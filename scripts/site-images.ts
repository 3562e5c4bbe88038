// `npm run site-images`: crops the preview images of shared links and the icons from the site's own assets.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

const WEB = join(import.meta.dirname, '../web')
const SHARE = { width: 1200, height: 630, maxBytes: 120_000 }
const NAVY = '#0e1c36'

/**
 * The part of an image to use: `x` and `y` from 0 to 1, and `zoom` 1 for as much as fits. Pages do not show the `hero-…` images. The images
 * contain no text, because there are six languages.
 */
const CUTS: Record<string, { from: string; x?: number; y?: number; zoom?: number }> = {
  home: { from: 'hero-landing' },
  healthcare: { from: 'hero-healthcare' },
  'interior-design': { from: 'interior-luxury', y: 0.6 },
  about: { from: 'hero-about' },
  doctors: { from: 'hero-healthcare', x: 1, y: 0.7, zoom: 1.3 },
  contact: { from: 'hero-landing', x: 0.5, y: 0.9, zoom: 1.3 },
  faq: { from: 'interior-contemporary', y: 0.6 },
  'video-test': { from: 'interior-minimalist', y: 0.8 },
  privacy: { from: 'interior-office', y: 0.5 },
  terms: { from: 'hero-about', x: 0.4, y: 0.6, zoom: 1.3 },
  cookies: { from: 'interior-elegant', y: 0.7 },
  auth: { from: 'interior-living', y: 0.6 },
}

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' })
try {
  await cutSharePictures(browser)
  await drawIcons(browser)
} finally {
  await browser.close()
}

async function cutSharePictures(from: Browser) {
  const page = await from.newPage({ viewport: { width: SHARE.width, height: SHARE.height } })
  mkdirSync(join(WEB, 'public/share'), { recursive: true })
  for (const [name, { from: source, x = 0.5, y = 0.5, zoom = 1 }] of Object.entries(CUTS)) {
    const picture = readFileSync(join(WEB, `src/assets/${source}-1600.webp`)).toString('base64')
    const place = `${x * 100}% ${y * 100}%`
    const style = `display:block;width:100vw;height:100vh;object-fit:cover;object-position:${place};transform:scale(${zoom});transform-origin:${place}`
    await page.setContent(`<body style="margin:0;overflow:hidden"><img style="${style}" src="data:image/webp;base64,${picture}">`)
    let bytes = await page.screenshot({ type: 'jpeg', quality: 84 })
    for (let quality = 80; bytes.length > SHARE.maxBytes; quality -= 4) bytes = await page.screenshot({ type: 'jpeg', quality })
    save(`share/${name}.jpg`, bytes)
  }
  await page.close()
}

async function drawIcons(from: Browser) {
  const svg = readFileSync(join(WEB, 'public/icon.svg'), 'utf8')
  // Uses square corners, because phones round the corners themselves and cut off the outer tenth of a maskable icon.
  const square = svg.replace(' rx="7"', '')
  const maskable = square
    .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
    .replace('<rect width="32" height="32"', '<rect x="-5" y="-5" width="42" height="42"')
  const draw = async (content: string, size: number) => {
    const page = await from.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<body style="margin:0">${content.replace('<svg ', `<svg width="${size}" height="${size}" style="display:block" `)}`,
    )
    const bytes = await page.screenshot({ omitBackground: true })
    await page.close()
    return bytes
  }
  save('icon-192.png', await draw(svg, 192))
  save('icon-512.png', await draw(svg, 512))
  save('icon-maskable-512.png', await draw(maskable, 512))
  save('apple-touch-icon.png', await draw(square, 180))
  save('favicon.ico', asIco(await draw(svg, 32), 32))
  if (!maskable.includes(NAVY)) throw new Error('the maskable icon has lost its background')
}

/** Creates an .ico that contains one PNG: a header of 6 bytes and an entry of 16 bytes. */
function asIco(png: Buffer, size: number) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

function save(name: string, bytes: Buffer) {
  writeFileSync(join(WEB, 'public', name), bytes)
  process.stdout.write(`${name} ${Math.round(bytes.length / 1000)} KB\n`)
}
