interface Named {
  first_name: string | null
  last_name: string | null
}

export const relativeName = ({ first_name, last_name }: Named) => [first_name, last_name].filter(Boolean).join(' ')
