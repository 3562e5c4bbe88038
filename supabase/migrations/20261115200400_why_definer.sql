-- Every function that acts with more than its caller's rights says why it needs them. A guard test asks for this comment.

-- Who somebody is
comment on function private.me is 'Definer: accounts are not readable, and a token may outlive its account.';
comment on function private.has_role is 'Definer: policies ask it, and nobody but admins reads other people''s roles.';
comment on function private.no_admin_exists is 'Definer: it tells one bit about rows that the caller may not read.';
comment on function private.may_claim_first_admin is 'Definer: whether there is an admin cannot depend on which roles the caller may read.';
comment on function private.first_admin_needs_code is 'Definer: it tells one bit about a row that nobody may read.';
comment on function private.claim_first_admin is 'Definer: it compares with a hash that nobody may read, and adds a role that nobody may add to themselves.';
comment on function private.fail_if_last_admin is 'Definer: it counts admins among accounts and roles that the caller may not read.';
comment on function private.keep_an_admin is 'Definer: it calls fail_if_last_admin for whoever removes a role.';
comment on function private.keep_an_admin_account is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';
comment on function private.my_doctor_id is 'Definer: policies of every table ask it, that of doctors included.';
comment on function private.my_doctor_ids is 'Definer: policies ask it, and the doctors that a caller sees depend on appointments, whose policy asks this.';

-- Profiles
comment on function private.tidy_profile is 'Definer: the address follows the account, which the profile''s owner cannot read.';
comment on function private.create_profile is 'Definer: accounts are created by the auth service, which has no rights in our tables.';
comment on function private.follow_email is 'Definer: addresses are changed by the auth service, which has no rights in our tables.';
comment on function private.known_time_zone is 'Definer: nobody reads the table of zones, and a zone new to it is added.';
comment on function private.choose_time_zone is 'Definer: it writes a column that people may not write, and looks at whether the account is deleted.';
comment on function private.copy_profile_without_health is 'Definer: nobody writes the copies that admins read.';

-- Slots and appointments
comment on function private.scheduled_slots is 'Definer: patients may not read leaves.';
comment on function private.free_slots is 'Definer: patients never read each other''s appointments.';
comment on function private.claim_slot is 'Definer: it reads the schedule, and answers only for the time that was asked for.';
comment on function private.fail_if_patient_is_busy is 'Definer: it also runs for staff who may not see the patient''s other appointments.';
comment on function private.close_past_appointments is 'Definer: nobody else may end an appointment for either side. Only the secret key calls it.';
comment on function private.get_call is 'Definer: it must answer the same for an appointment of others and for none at all.';
comment on function private.open_call is 'Definer: nobody may write visits, nor say that a call has started.';

-- Files
comment on function private.takes_uploads is 'Definer: policies of files and objects ask it about appointments.';
comment on function private.limit_files is 'Definer: the limit counts the files of both, whatever the caller may read.';
comment on function private.may_upload is 'Definer: the limit counts the objects of both, whatever the caller may read.';
comment on function private.check_file_record is 'Definer: it compares with the stored object, which the caller may not see.';
comment on function private.queue_orphaned_files is 'Definer: nobody writes the list of files to remove. Only the secret key calls it.';
comment on function private.list_files_to_remove is 'Definer: nobody reads the list of files to remove. Only the secret key calls it.';
comment on function private.forget_removed_files is 'Definer: nobody writes the list of files to remove. Only the secret key calls it.';

-- Limits and log
comment on function private.is_within_limit is 'Definer: nobody may read or reset the counters.';
comment on function private.audit is 'Definer: nobody may write the log, and what everybody does is written there.';
comment on function private.audit_appointment is 'Definer: clients may change appointments and may not call private.audit, which takes any text.';
comment on function private.audit_role is 'Definer: clients may change roles and may not call private.audit, which takes any text.';
comment on function private.audit_doctor_link is 'Definer: clients may change doctors and may not call private.audit, which takes any text.';
comment on function private.audit_removed_doctor is 'Definer: clients may change doctors and may not call private.audit, which takes any text.';

-- Mails
comment on function private.people_of is 'Definer: addresses of patient and doctor are read for mails, whoever caused them.';
comment on function private.record_appointment_mail is 'Definer: nobody may write the outbox.';
comment on function private.tell_about_appointment is 'Definer: clients may change appointments and may not record mails.';
comment on function private.tell_about_message is 'Definer: anybody may write a message and nobody may record mails.';
comment on function private.forget_mails_of_message is 'Definer: nobody may write the outbox.';
comment on function private.resend_mail is 'Definer: nobody may write the outbox. It refuses everybody but admins first.';
comment on function private.is_still_true is 'Definer: it looks at appointments and messages for the sender of mails, which reads neither.';
comment on function private.recipient_of is 'Definer: it looks up addresses for the sender of mails, which does not read them.';
comment on function private.lock_due_mails is 'Definer: nobody reads the outbox with its payloads.';
comment on function private.claim_mails is 'Definer: nobody reads the outbox with its payloads. Only the secret key calls it.';
comment on function private.finish_mail is 'Definer: nobody may write the outbox. Only the secret key calls it.';
comment on function private.fail_mail is 'Definer: nobody may write the outbox. Only the secret key calls it.';
comment on function private.mail_states_about is 'Definer: nobody reads the outbox. Only the secret key calls it.';
comment on function private.record_due_reminders is 'Definer: nobody may write the outbox or the marks of reminders. Only the secret key calls it.';

-- Privacy
comment on function private.data_of is 'Definer: accounts, mails and the log are not readable otherwise. Clients cannot call it: export_my_data does, for the caller.';
comment on function private.export_my_data is 'Definer: it may call data_of. It takes no argument, so that nobody can ask for somebody else.';
comment on function private.erase_account is 'Definer: it empties the account, its sessions and its mails. Clients cannot call it: erase_my_account does, for the caller.';
comment on function private.erase_my_account is 'Definer: it may call erase_account, after the caller has typed their own address.';
comment on function private.erase_expired is 'Definer: nobody may delete messages, the log or mails. Only the secret key calls it.';

-- Realtime
comment on function private.announce_slots is 'Definer: nobody may send to the topic of a doctor''s slots.';
comment on function private.announce_changed_slots is 'Definer: clients change the schedule and may not call announce_slots.';
comment on function private.announce_row is 'Definer: clients change the row and may not call announce_slots.';
comment on function private.announce_removed_file is 'Definer: whoever removes a file need not be allowed to send to the appointment''s topic.';
comment on function private.may_join_topic is 'Definer: policies of messages ask it about appointments.';
