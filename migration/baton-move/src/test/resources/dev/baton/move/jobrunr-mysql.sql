CREATE TABLE effect (task varchar(60) NOT NULL, engine varchar(20) NOT NULL);
