// `npm run legal-pdfs [-- all]`: prints the legal documents whose text changed as PDFs, from the built pages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import subsetFont from 'subset-font'
import { addressOf } from '../web/src/lib/languages.ts'
import { hashOf, type LegalPdf, listLegalPdfs, MANIFEST, type Manifest, PDF_FOLDER, readManifest } from './legal-texts.ts'
import { packPdf } from './pack-pdf.ts'
import { startSite } from './site.ts'

const FONTS = ['geologica-latin', 'geologica-turkic', 'geologica-cyrillic', 'readex-arabic']
const WEIGHTS = [
  [400, '400'],
  [600, '500 700'],
] as const

const manifest: Manifest = existsSync(MANIFEST) ? readManifest() : {}
const wantsAll = process.argv.includes('all')
const stale = listLegalPdfs().filter(({ file, text }) => wantsAll || manifest[file]?.text !== text || !existsSync(join(PDF_FOLDER, file)))
if (stale.length) await printAll()
process.stdout.write(`${stale.length} PDFs printed\n`)
process.exit(0)

async function printAll() {
  const site = await startSite()
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' })
  try {
    const page = await browser.newPage({ colorScheme: 'light', reducedMotion: 'reduce' })
    mkdirSync(PDF_FOLDER, { recursive: true })
    for (const each of stale) {
      const bytes = await print(page, site.url, each)
      writeFileSync(join(PDF_FOLDER, each.file), bytes)
      manifest[each.file] = { text: each.text, pdf: hashOf(bytes) }
      process.stdout.write(`${each.file} ${Math.round(bytes.length / 1024)} KB\n`)
    }
    const files = listLegalPdfs().map(({ file }) => file)
    writeFileSync(MANIFEST, `${JSON.stringify(Object.fromEntries(files.map((file) => [file, manifest[file]])), null, 2)}\n`)
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function print(page: Page, url: string, { name, language }: LegalPdf) {
  await page.goto(url + addressOf(language, `/${name}`), { waitUntil: 'networkidle' })
  await page.addStyleTag({ content: await fixedFonts(await page.locator('body').innerText()) })
  await page.evaluate('document.fonts.ready')
  return packPdf(await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true }))
}

// Creates two fixed weights of the fonts, because Chromium draws every letter of a variable font as a shape, which makes a PDF several
// times larger.
async function fixedFonts(text: string) {
  const faces = FONTS.flatMap((font) => WEIGHTS.map(([weight, weights]) => ({ font, weight, weights })))
  const rules = await Promise.all(
    faces.map(async ({ font, weight, weights }) => {
      const source = readFileSync(join(import.meta.dirname, `../web/src/fonts/${font}.woff2`))
      const cut = await subsetFont(source, `${text}0123456789/`, { targetFormat: 'woff2', variationAxes: { wght: weight } })
      const data = `data:font/woff2;base64,${cut.toString('base64')}`
      return `@font-face { font-family: 'Fixed ${font}'; font-weight: ${weights}; src: url(${data}) }`
    }),
  )
  const stack = FONTS.map((font) => `'Fixed ${font}'`).join()
  return `${rules.join('')} :root { --font-sans: ${stack}, sans-serif; --font-display: 'Lora', ${stack}, serif }`
}
