// The photo of a signed-in doctor. The shell does not know how it is loaded: visitors do not download that.
import { createContext, type ReactNode } from 'react'

export const DoctorPhoto = createContext<ReactNode>(null)
