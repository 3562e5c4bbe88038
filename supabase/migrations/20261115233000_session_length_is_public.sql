-- Visitors choose a free time before they sign in, so they read how long a session takes.
grant select (session_duration) on public.doctors to anon;
