import { upcomingRoom } from '#/state/upcoming-room'

/** Keeps the room that they took last time, so that nothing below moves when they come. Most people have none. */
export function UpcomingRoom() {
  const height = upcomingRoom()
  return height > 0 && <svg aria-hidden="true" height={height} className="block w-full rounded-card bg-surface" />
}
