import { useEffect, useState } from 'react'

/** The connected devices. Labels are available only after a device was opened, so the list is refreshed when `openCount` changes. */
export function useDeviceList(openCount: number) {
  const [found, setFound] = useState<{ openCount: number; devices: MediaDeviceInfo[] }>({ openCount, devices: [] })
  useEffect(() => {
    if (!('mediaDevices' in navigator)) return undefined
    const look = () =>
      void navigator.mediaDevices.enumerateDevices().then(
        (all) => setFound({ openCount, devices: all.filter(({ deviceId }) => deviceId) }),
        // Without a list there is no choice, but the call works.
        () => {},
      )
    look()
    navigator.mediaDevices.addEventListener('devicechange', look)
    return () => navigator.mediaDevices.removeEventListener('devicechange', look)
  }, [openCount])
  return found.devices
}
