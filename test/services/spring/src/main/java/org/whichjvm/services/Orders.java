package org.whichjvm.services;

import java.util.concurrent.ThreadLocalRandom;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Orders in a database in memory, by HTTP and JSON. */
@SpringBootApplication
public class Orders {
  public static void main(String[] args) {
    SpringApplication.run(Orders.class, args);
  }

  @RestController
  static class Controller {
    private final OrderRepository repository;
    private final long sleepMillis;
    private final double sleepShare;

    /** A known difference can be planted: that share of requests sleeps so long. */
    Controller(
        OrderRepository repository,
        @Value("${service.sleepMillis:0}") long sleepMillis,
        @Value("${service.sleepShare:1}") double sleepShare) {
      this.repository = repository;
      this.sleepMillis = sleepMillis;
      this.sleepShare = sleepShare;
    }

    @GetMapping("/health")
    String health() {
      return "up";
    }

    @GetMapping("/orders/{id}")
    ResponseEntity<Order> get(@PathVariable long id) throws InterruptedException {
      sleep();
      return ResponseEntity.of(repository.findById(id));
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Order add(@RequestBody Order order) throws InterruptedException {
      sleep();
      return repository.save(order);
    }

    private void sleep() throws InterruptedException {
      if (sleepMillis > 0 && ThreadLocalRandom.current().nextDouble() < sleepShare) {
        Thread.sleep(sleepMillis);
      }
    }
  }
}
