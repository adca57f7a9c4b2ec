/** A drawing of the coast at Accra. A real map would cost every visitor more than the rest of the page. */
export function AreaMap() {
  return (
    <svg
      role="img"
      aria-label="A drawing of the coast at Accra with a pin in the town"
      viewBox="0 0 640 320"
      className="block w-full"
      preserveAspectRatio="xMidYMid slice"
    >
      <path className="fill-muted" d="M0 0h640v320H0z" />
      <path
        className="fill-success-soft"
        d="M392 24h128l34 62-60 46-108-22zM44 58l92-16 26 60-70 40-62-22z"
      />
      <path className="fill-indigo-soft" d="M0 276c70-22 120-4 190-18s120-40 208-34 150-26 242-46v142H0z" />
      <g className="fill-none stroke-card" strokeLinecap="round">
        <path
          strokeWidth="12"
          d="M-10 214c110 4 180-24 280-32s190-2 390-66M262-10c-6 80 22 120 12 196l-6 60"
        />
        <path
          strokeWidth="7"
          d="M96-10c10 90 34 130 28 226M-10 132c120-22 210-14 320-28s210-40 340-44M470-10c-8 70 18 110 6 172"
        />
        <path
          strokeWidth="4"
          d="M176-10c4 60 12 110 8 208M352-10c2 70-12 120-4 190M560-10c4 50-6 90 4 140M-10 58c160 6 320-24 660-20"
        />
      </g>
      <g className="fill-hibiscus">
        <ellipse cx="302" cy="184" rx="16" ry="5" className="fill-foreground/25" />
        <path d="M302 184c-20-30-34-44-34-66a34 34 0 1 1 68 0c0 22-14 36-34 66z" />
        <circle cx="302" cy="118" r="13" className="fill-card" />
      </g>
    </svg>
  )
}
