-- The same policy, made anew: it was made before the function got its present name, and the catalogue remembered the old one as an alias.
drop policy "messages: people hear slots, their appointments and their own waiting room" on realtime.messages;
create policy "messages: people hear slots, their appointments and their own waiting room" on realtime.messages
  for select to authenticated using (
    topic = (select realtime.topic())
    and (
      (extension = 'broadcast' and ((select private.may_read_topic()) or (select private.is_own_waiting_topic())))
      or (extension in ('broadcast', 'presence') and (select private.may_join_topic()))
    )
  );
