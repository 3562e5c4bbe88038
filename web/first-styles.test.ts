import { expect, test } from 'vitest'
import { rulesFor } from './first-styles.ts'

const rules = (styles: string, ...texts: string[]) => rulesFor(new TextEncoder().encode(styles), texts)

test('keeps the rules whose classes occur in the modules, and leaves out the others', () => {
  const styles = '.p-4{padding:1rem}.gap-4{gap:1rem}.m-2{margin:2px}'
  expect(rules(styles, 'h("p",{className:"p-4 text-sm"})', "const wide = `x ${isWide?'m-2':''}`")).toBe(
    '.p-4{padding:1rem}.m-2{margin:2px}',
  )
})

test('reads escaped names, also those with quotes in them', () => {
  const styles = String.raw`.sm\:w-1\/2{width:50%}.before\:content-\[\'x\'\]:before{content:"x"}.lg\:w-1\/2{width:50%}`
  const kept = rules(styles, `"flex sm:w-1/2" "before:content-['x']"`)
  expect(kept).toContain(String.raw`.sm\:w-1\/2`)
  expect(kept).toContain('before')
  expect(kept).not.toContain('lg')
})

test('keeps what has no class, and the order', () => {
  const styles = '@layer base{a{color:red}}@layer utilities{.b{color:#00f}.z{color:#00f}.a{color:red}@media print{.b{color:red}}}'
  expect(rules(styles, '"a b"')).toBe('@layer base{a{color:red}}@layer utilities{.b{color:#00f}.a{color:red}@media print{.b{color:red}}}')
})

test('a rule for one of several elements stays if one of them may be there', () => {
  expect(rules('.a,.z{color:red}', '"a"')).not.toBe('')
  expect(rules(':is(.a,.z) p{color:red}', '"a"')).not.toBe('')
  expect(rules(':where(.z>p){color:red}', '"a"')).toBe('')
  expect(rules('.a:not(.z){color:red}', '"a"')).not.toBe('')
  expect(rules('.a .z{color:red}', '"a"')).toBe('')
})
