// Every URL of the product on one screen.
import { type ComponentType, lazy } from 'react'
import { matchPath, Route, Routes } from 'react-router'
import aboutSmall from './assets/hero-about-800.avif'
import aboutLarge from './assets/hero-about-1600.avif'
import healthcareSmall from './assets/hero-healthcare-800.avif'
import healthcareLarge from './assets/hero-healthcare-1600.avif'
import heroSmall from './assets/hero-landing-800.avif'
import heroLarge from './assets/hero-landing-1600.avif'
import interiorSmall from './assets/interior-luxury-800.avif'
import interiorLarge from './assets/interior-luxury-1600.avif'
import { HERO_SIZES } from './components/picture-sizes.ts'
import type { Area, TextKey } from './lib/i18n.tsx'

export interface Page {
  path: string
  /** Its source, as the build's manifest knows it. */
  source: string
  load: () => Promise<{ default: ComponentType }>
  areas: Area[]
  title?: TextKey
  description?: TextKey
  /** Its first picture, fetched before anything else. */
  picture?: { sources: [string, string]; sizes: string }
  /** Written as HTML for every language when the site is built. */
  isPrerendered: boolean
  /** A form to fill in: its scripts do not wait for the first paint. */
  startsAtOnce?: boolean
  /** Not there in production. */
  isForDevelopers?: boolean
}

const HERO_PRELOAD = { sources: [heroSmall, heroLarge] as [string, string], sizes: HERO_SIZES }

export const PAGES: Page[] = [
  {
    path: '/',
    source: 'src/routes/home.tsx',
    load: () => import('./routes/home.tsx'),
    areas: ['public'],
    title: 'home.metaTitle',
    description: 'home.metaDescription',
    picture: HERO_PRELOAD,
    isPrerendered: true,
  },
  {
    path: '/healthcare',
    source: 'src/routes/healthcare.tsx',
    load: () => import('./routes/healthcare.tsx'),
    areas: ['services', 'patient'],
    title: 'healthcare.metaTitle',
    description: 'healthcare.metaDescription',
    picture: { sources: [healthcareSmall, healthcareLarge], sizes: HERO_SIZES },
    isPrerendered: true,
  },
  {
    path: '/interior-design',
    source: 'src/routes/interior-design.tsx',
    load: () => import('./routes/interior-design.tsx'),
    areas: ['services'],
    title: 'interior.metaTitle',
    description: 'interior.metaDescription',
    picture: { sources: [interiorSmall, interiorLarge], sizes: HERO_SIZES },
    isPrerendered: true,
  },
  {
    path: '/about',
    source: 'src/routes/about.tsx',
    load: () => import('./routes/about.tsx'),
    areas: ['company'],
    title: 'about.metaTitle',
    description: 'about.metaDescription',
    picture: { sources: [aboutSmall, aboutLarge], sizes: HERO_SIZES },
    isPrerendered: true,
  },
  {
    path: '/doctors',
    source: 'src/routes/doctors.tsx',
    load: () => import('./routes/doctors.tsx'),
    areas: ['doctors', 'patient'],
    title: 'doctors.metaTitle',
    description: 'doctors.metaDescription',
    isPrerendered: true,
  },
  {
    path: '/contact',
    source: 'src/routes/contact.tsx',
    load: () => import('./routes/contact.tsx'),
    areas: ['company', 'public'],
    title: 'contactPage.metaTitle',
    description: 'contactPage.metaDescription',
    isPrerendered: true,
  },
  {
    path: '/faq',
    source: 'src/routes/faq.tsx',
    load: () => import('./routes/faq.tsx'),
    areas: ['public'],
    title: 'faq.metaTitle',
    description: 'faq.metaDescription',
    isPrerendered: true,
  },
  {
    path: '/video-test',
    source: 'src/routes/video-test.tsx',
    load: () => import('./routes/video-test.tsx'),
    areas: ['videoTest'],
    title: 'videoTest.metaTitle',
    description: 'videoTest.metaDescription',
    isPrerendered: true,
  },
  {
    path: '/privacy',
    source: 'src/routes/privacy.tsx',
    load: () => import('./routes/privacy.tsx'),
    areas: ['legal'],
    title: 'legal.privacyMetaTitle',
    description: 'legal.privacyMetaDescription',
    isPrerendered: true,
  },
  {
    path: '/terms',
    source: 'src/routes/terms.tsx',
    load: () => import('./routes/terms.tsx'),
    areas: ['legal'],
    title: 'legal.termsMetaTitle',
    description: 'legal.termsMetaDescription',
    isPrerendered: true,
  },
  {
    path: '/cookies',
    source: 'src/routes/cookies.tsx',
    load: () => import('./routes/cookies.tsx'),
    areas: ['legal'],
    title: 'legal.cookiesMetaTitle',
    description: 'legal.cookiesMetaDescription',
    isPrerendered: true,
  },
  {
    path: '/auth',
    source: 'src/routes/auth.tsx',
    load: () => import('./routes/auth.tsx'),
    areas: ['account'],
    title: 'account.metaTitle',
    description: 'account.metaDescription',
    isPrerendered: true,
    startsAtOnce: true,
  },
  {
    path: '/profile',
    source: 'src/routes/profile.tsx',
    load: () => import('./routes/profile.tsx'),
    areas: ['patient', 'profile', 'account'],
    title: 'profile.metaTitle',
    isPrerendered: false,
  },
  {
    path: '/appointments',
    source: 'src/routes/appointments.tsx',
    load: () => import('./routes/appointments.tsx'),
    areas: ['patient', 'profile', 'files', 'call'],
    title: 'booking.metaTitle',
    isPrerendered: false,
  },
  {
    path: '/call/:appointmentId',
    source: 'src/routes/call.tsx',
    load: () => import('./routes/call.tsx'),
    areas: ['call', 'patient', 'files'],
    title: 'call.metaTitle',
    isPrerendered: false,
  },
  {
    path: '/admin',
    source: 'src/routes/dashboard.tsx',
    load: () => import('./routes/dashboard.tsx'),
    areas: ['patient', 'staff'],
    title: 'dashboard.metaTitle',
    isPrerendered: false,
  },
  {
    path: '/doctor',
    source: 'src/routes/doctor-panel.tsx',
    load: () => import('./routes/doctor-panel.tsx'),
    areas: ['patient', 'profile', 'staff', 'panel', 'files', 'call'],
    title: 'doctorPanel.metaTitle',
    isPrerendered: false,
  },
  {
    path: '/doctor-management',
    source: 'src/routes/doctor-management.tsx',
    load: () => import('./routes/doctor-management.tsx'),
    areas: ['management', 'panel', 'patient', 'profile'],
    title: 'management.metaTitle',
    isPrerendered: false,
  },
  {
    path: '/dev/ui',
    source: 'src/routes/dev-ui.tsx',
    load: () => import('./routes/dev-ui.tsx'),
    areas: [],
    isPrerendered: false,
    isForDevelopers: true,
  },
]

export const NOT_FOUND: Page = {
  path: '*',
  source: 'src/routes/not-found.tsx',
  load: () => import('./routes/not-found.tsx'),
  areas: [],
  title: 'notFound.metaTitle',
  isPrerendered: true,
}

const ROUTES = [...PAGES, NOT_FOUND].map((page) => ({ ...page, Component: lazy(() => loadPage(page)) }))

// A page that is already here is shown at once, without a moment of waiting in between.
const ready = new Map<string, { default: ComponentType }>()

export async function loadPage(page: Page) {
  const module = ready.get(page.path) ?? (await page.load())
  ready.set(page.path, module)
  return module
}

export const pageAt = (path: string) => PAGES.find((page) => matchPath(page.path, path)) ?? NOT_FOUND

export function AppRoutes() {
  return (
    <Routes>
      {ROUTES.map(({ path, Component }) => (
        <Route key={path} path={path} element={<Component />} />
      ))}
    </Routes>
  )
}
