package org.whichjvm.services;

import java.util.List;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.MappedCollection;
import org.springframework.data.relational.core.mapping.Table;

/** An order of a customer: a row of one table, and its lines of another. */
@Table("ORDERS")
record Order(
    @Id Long id,
    String customer,
    @MappedCollection(idColumn = "ORDER_ID", keyColumn = "PLACE") List<Line> lines) {

  record Line(String article, int pieces, int cents) {}
}
