import { useEffect, useState, useSyncExternalStore } from 'react'
import { Meeting, type MeetingOptions } from './meeting.ts'

/** Takes part in the meeting while mounted. */
export function useMeeting(options: MeetingOptions) {
  const [meeting] = useState(() => new Meeting(options))
  useEffect(() => {
    meeting.start()
    return () => meeting.stop()
  }, [meeting])
  return { meeting, ...useSyncExternalStore(meeting.subscribe, meeting.getState) }
}
