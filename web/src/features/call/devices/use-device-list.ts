import { useEffect, useState } from 'react'

/** What is plugged in. Devices have names once one of them was opened, so the browser is asked again with every one that is opened. */
export function useDeviceList(openCount: number) {
  const [found, setFound] = useState<{ openCount: number; devices: MediaDeviceInfo[] }>({ openCount, devices: [] })
  useEffect(() => {
    if (!('mediaDevices' in navigator)) return undefined
    const look = () =>
      void navigator.mediaDevices.enumerateDevices().then(
        (all) => setFound({ openCount, devices: all.filter(({ deviceId }) => deviceId) }),
        // Without a list there is nothing to choose from, and the call goes on.
        () => {},
      )
    look()
    navigator.mediaDevices.addEventListener('devicechange', look)
    return () => navigator.mediaDevices.removeEventListener('devicechange', look)
  }, [openCount])
  return found.devices
}
