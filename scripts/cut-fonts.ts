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

const FONTS = [
  { family: 'geologica', part: 'latin', letters: LATIN, name: 'geologica-latin', min: 400, max: 700 },
  { family: 'geologica', part: 'latin-ext', letters: TURKIC, name: 'geologica-turkic', min: 400, max: 700 },
  { family: 'geologica', part: 'cyrillic', letters: CYRILLIC, name: 'geologica-cyrillic', min: 400, max: 700 },
  { family: 'lora', part: 'latin', letters: LATIN, name: 'lora-latin', min: 600, max: 600 },
  { family: 'lora', part: 'latin-ext', letters: TURKIC, name: 'lora-turkic', min: 600, max: 600 },
  { family: 'lora', part: 'cyrillic', letters: CYRILLIC, name: 'lora-cyrillic', min: 600, max: 600 },
  { family: 'readex-pro', part: 'arabic', letters: ARABIC, name: 'readex-arabic', min: 400, max: 700 },
]

mkdirSync(OUT, { recursive: true })
for (const { family, part, letters, name, min, max } of FONTS) {
  const source = readFileSync(join(ROOT, `node_modules/@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`))
  const cut = await subsetFont(source, letters, { targetFormat: 'woff2', variationAxes: { wght: min === max ? min : { min, max } } })
  writeFileSync(join(OUT, `${name}.woff2`), cut)
  process.stdout.write(`${name}: ${cut.length} bytes\n`)
}
