// `npm run cut-fonts`: subsets the site's fonts to the letters and weights it uses. The results are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'web/src/fonts')

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).join('')
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœ‘’“”„–—…•→←−∞€₺₼\u202f`
const TURKIC = 'ğĞşŞİəƏ₺₼'
const CYRILLIC = `${range(0x410, 0x44f)}Ёё№`
const ARABIC = `${range(0x600, 0x6ff)}${range(0xfb50, 0xfdff)}${range(0xfe70, 0xfeff)}`
// The alphabet, vowel signs, and letters of Persian and foreign names. The font joins letters without their presentation forms, and digits come
// from Lora.
const ARABIC_HEADINGS = `،؛؟${range(0x621, 0x63a)}${range(0x640, 0x652)}پچژڤکگی`

const variable = (family: string, part: string) => `@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`

const TEXT = { wght: { min: 400, max: 700 } }
const HEADINGS = { wght: 600 }
const FONTS = [
  { name: 'geologica-latin', source: variable('geologica', 'latin'), letters: LATIN, axes: TEXT },
  { name: 'geologica-turkic', source: variable('geologica', 'latin-ext'), letters: TURKIC, axes: TEXT },
  { name: 'geologica-cyrillic', source: variable('geologica', 'cyrillic'), letters: CYRILLIC, axes: TEXT },
  { name: 'lora-latin', source: variable('lora', 'latin'), letters: LATIN, axes: HEADINGS },
  { name: 'lora-turkic', source: variable('lora', 'latin-ext'), letters: TURKIC, axes: HEADINGS },
  { name: 'lora-cyrillic', source: variable('lora', 'cyrillic'), letters: CYRILLIC, axes: HEADINGS },
  { name: 'readex-arabic', source: variable('readex-pro', 'arabic'), letters: ARABIC, axes: TEXT },
  { name: 'mirza-arabic', source: '@fontsource/mirza/files/mirza-arabic-600-normal.woff2', letters: ARABIC_HEADINGS },
]

mkdirSync(OUT, { recursive: true })
for (const { name, source, letters, axes } of FONTS) {
  const cut = await subsetFont(readFileSync(join(ROOT, 'node_modules', source)), letters, {
    targetFormat: 'woff2',
    ...(axes && { variationAxes: axes }),
  })
  writeFileSync(join(OUT, `${name}.woff2`), cut)
  process.stdout.write(`${name}: ${cut.length} bytes\n`)
}
