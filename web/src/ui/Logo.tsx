/** The logo and the product name, which the installation sets. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7" fill="none">
        <rect width="28" height="28" rx="7" className="fill-mark" />
        <path
          d="M9 13V10.5A2.5 2.5 0 0 1 11.5 8h5A2.5 2.5 0 0 1 19 10.5V13M6.5 14.5a1.75 1.75 0 0 1 3.5 0V16h8v-1.5a1.75 1.75 0 0 1 3.5 0V18a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 18ZM9.5 19.5V21M18.5 19.5V21"
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
