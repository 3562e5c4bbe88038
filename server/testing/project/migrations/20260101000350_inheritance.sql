-- A table whose query reads another one as well.
create table private.parents (id integer primary key);
create table private.children (primary key (id)) inherits (private.parents);
alter table private.parents enable row level security;
alter table private.children enable row level security;
insert into private.parents values (1);
insert into private.children values (1);
