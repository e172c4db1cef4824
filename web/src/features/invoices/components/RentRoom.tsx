/** Keeps the room of the bars until they come, so that nothing moves under a finger or out of sight of the focus. */
export function RentRoom() {
  return <span className="block min-h-73 rounded-card desktop:min-h-75 bg-surface" />
}
