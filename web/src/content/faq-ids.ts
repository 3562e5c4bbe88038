// The ids of the built-in questions in addresses, which are the same in every language.
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
