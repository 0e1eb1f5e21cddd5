/** The site's sign: one period of a wave. */
export function Logo() {
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f4bb5" />
      <path
        d="M4 16c3-9 6-9 8 0s5 9 8 0 5-9 8 0"
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
      <circle cx="16" cy="16" r="2.4" fill="#ffd166" />
    </svg>
  )
}
