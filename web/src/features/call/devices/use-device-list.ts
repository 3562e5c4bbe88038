import { useEffect, useState } from 'react'

/** What is plugged in. Devices have names once one of them was opened, so whenever `isOpened` changes the browser is asked again. */
export function useDeviceList(isOpened: boolean) {
  const [found, setFound] = useState<{ isOpened: boolean; devices: MediaDeviceInfo[] }>({ isOpened, devices: [] })
  useEffect(() => {
    if (!('mediaDevices' in navigator)) return undefined
    const look = () =>
      void navigator.mediaDevices.enumerateDevices().then(
        (all) => setFound({ isOpened, devices: all.filter(({ deviceId }) => deviceId) }),
        // Without a list there is nothing to choose from, and the call goes on.
        () => {},
      )
    look()
    navigator.mediaDevices.addEventListener('devicechange', look)
    return () => navigator.mediaDevices.removeEventListener('devicechange', look)
  }, [isOpened])
  return found.devices
}
