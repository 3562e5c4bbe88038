// The photo of a signed-in doctor. The shell does not import the code that loads it, so that visitors do not download that code.
import { createContext, type ReactNode } from 'react'

export const DoctorPhoto = createContext<ReactNode>(null)
