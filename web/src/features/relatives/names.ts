interface Named {
  first_name: string | null
  last_name: string | null
}

export const nameOf = ({ first_name, last_name }: Named) => [first_name, last_name].filter(Boolean).join(' ')
