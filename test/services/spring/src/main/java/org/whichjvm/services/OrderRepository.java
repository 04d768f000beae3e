package org.whichjvm.services;

import org.springframework.data.repository.CrudRepository;

/** Orders in the database. */
interface OrderRepository extends CrudRepository<Order, Long> {}
