import { m } from '#/copy'

export function SkipLink() {
  return (
    <a
      href="#content"
      className="-translate-y-[calc(100%+8px)] fixed top-2 left-2 z-70 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:translate-y-0"
    >
      {m.app_skip()}
    </a>
  )
}
