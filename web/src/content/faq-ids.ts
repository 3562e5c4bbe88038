// What the questions of the site are called in addresses, in every language.
export const FAQ_IDS = [
  'who',
  'languages',
  'hours',
  'data',
  'booking',
  'timezones',
  'cancel',
  'psychology',
  'tourism',
  'interior',
  'trade',
  'permits',
  'video',
  'files',
  'payment',
  'refund',
]
