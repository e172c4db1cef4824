/** The mark and the name; the name comes from the installation. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7" fill="none">
        <rect width="28" height="28" rx="7" className="fill-mark" />
        <path
          d="M8.5 12V10a2 2 0 0 1 2-2h1.5a2 2 0 0 1 2 2v3a2 2 0 0 1 2-2M14 10a2 2 0 0 1 2-2h1.5a2 2 0 0 1 2 2v2M7 14a1.5 1.5 0 0 1 3 0v2h8v-2a1.5 1.5 0 0 1 3 0v3.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 7 17.5ZM9.5 19v1.5M18.5 19v1.5"
          stroke="#fff"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="font-bold text-card lowercase">{name}</span>
    </span>
  )
}
