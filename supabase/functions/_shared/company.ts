// The company that owns the site. Every value is a placeholder and has to be replaced only here: pages and mails read this file.
export interface Company {
  brand: string
  legalName: string
  address: string
  /** The time zone of the office. */
  timezone: string
  /** Shown as written here. Links use only the digits and the plus sign. */
  phones: { azerbaijan: string; turkey: string }
  infoEmail: string
  supportEmail: string
  /** Digits only, with the country code, as wa.me requires. */
  whatsApp: string
  taxNumber: string
  /** The permit of the health facility. Doctors' licences are in their records. */
  permit: { number: string; authority: string; country: string }
  psychologyCoordinator: string
  architects: { name: string; titleKey: 'leadArchitect' | 'interiorArchitect' }[]
}

export const company: Company = {
  brand: 'BKV',
  legalName: 'BKV Example Consulting Group LLC',
  address: '1 Example Street, AZ1000 Baku, Azerbaijan',
  timezone: 'Asia/Baku',
  phones: { azerbaijan: '+994 12 000 00 00', turkey: '+90 212 000 00 00' },
  infoEmail: 'info@bkv.example.com',
  supportEmail: 'support@bkv.example.com',
  whatsApp: '994500000000',
  taxNumber: '0000000000',
  permit: { number: '000000', authority: 'Example Health Authority', country: 'AZ' },
  psychologyCoordinator: 'Example Coordinator',
  architects: [
    { name: 'Example Architect One', titleKey: 'leadArchitect' },
    { name: 'Example Architect Two', titleKey: 'interiorArchitect' },
  ],
}
