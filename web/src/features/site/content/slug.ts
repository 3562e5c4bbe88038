// Proposes the slug of an entry from a title in any of the six languages.

export const MAX_SLUG_LENGTH = 60
const MIN_SLUG_LENGTH = 3
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The usual Latin transliteration of letters. Accents have been removed before. */
const LATIN: Partial<Record<string, string>> = Object.fromEntries(
  [
    'ı=i ə=e ø=o æ=ae œ=oe ß=ss',
    'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya',
    'ا=a ء= ب=b ت=t ث=th ج=j ح=h خ=kh د=d ذ=dh ر=r ز=z س=s ش=sh ص=s ض=d ط=t ظ=z ع=a غ=gh ف=f ق=q ك=k ل=l م=m ن=n ه=h ة=a و=w ي=y ى=a',
  ].flatMap((row) => row.split(' ').map((pair) => pair.split('='))),
)

/** Empty if the title has too few letters. */
export function slugOf(title: string) {
  const latin = title
    // Not in the language of the page: Turkish would lower the I of an English word to ı, which becomes i again below.
    .toLowerCase()
    // Runs before accents are removed, because й without its accent is и.
    .replaceAll('й', 'y')
    .normalize('NFKD')
    .replaceAll(/[\p{M}’'ʼ`]/gu, '')
    .replaceAll(/\p{L}/gu, (letter) => LATIN[letter] ?? letter)
  const words = latin.split(/[^a-z0-9]+/).filter(Boolean)
  return shortened(words)
}

/** As many whole words as fit. */
function shortened(words: string[]) {
  let slug = ''
  for (const word of words) {
    const longer = slug ? `${slug}-${word}` : word.slice(0, MAX_SLUG_LENGTH)
    if (longer.length > MAX_SLUG_LENGTH) break
    slug = longer
  }
  return slug.length < MIN_SLUG_LENGTH ? '' : slug
}
