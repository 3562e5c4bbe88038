-- A write has a second in our server. Erasing somebody with thousands of appointments takes longer. It locks only what is theirs.
alter function public.erase_my_account(text) set statement_timeout = '8s';
